// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

export declare const script: string

export declare const style: string

export declare const compareScript: string

export declare const compareStyle: string
