import { createHash } from 'node:crypto'

/**
 * Identifies a form's request by key and content, so that a repeated request writes once, and changed content writes
 * again. Undefined without a key: each request counts.
 */
export const requestKeyOf = (key: string | undefined, typed: object): string | undefined =>
  key
    ? createHash('sha256')
        .update(`${key}\n${JSON.stringify(typed)}`)
        .digest('base64url')
    : undefined
