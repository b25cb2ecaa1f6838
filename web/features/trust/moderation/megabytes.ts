/** A file's size as it is read: one decimal, and never none. */
export const megabytes = (bytes: number): number => Math.max(0.1, Math.round(bytes / 104_857.6) / 10)
