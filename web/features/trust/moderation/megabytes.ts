/** Formats a file's size with one decimal, at least 0.1. */
export const megabytes = (bytes: number): number => Math.max(0.1, Math.round(bytes / 104_857.6) / 10)
