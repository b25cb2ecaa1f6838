/** Returns the pattern of SQL's `like` for texts that contain these words, whose own `%` and `_` stand for themselves. */
export const containsPattern = (words: string): string => `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`
