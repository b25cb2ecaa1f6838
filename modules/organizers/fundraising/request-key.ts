import { createHash } from 'node:crypto'

/**
 * Returns a hash of key and content, so that a repeated request saves once and changed content saves again. Undefined
 * without a key: then each request saves.
 */
export const draftRequestKeyOf = (key: string | undefined, typed: object): string | undefined =>
  key
    ? createHash('sha256')
        .update(`${key}\n${JSON.stringify(typed)}`)
        .digest('base64url')
    : undefined
