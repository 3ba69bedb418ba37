export const quickScenarios = new Set([])
