export declare const quickScenarios: ReadonlySet<string>
