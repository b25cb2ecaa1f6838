import { createHash } from 'node:crypto'

/**
 * What one press of a form is known by: its key and what was typed, so that a form sent twice writes once, and one that
 * was changed meanwhile writes what it says now. Undefined without a key: each is a press of its own.
 */
export const pressOf = (key: string | undefined, typed: object): string | undefined =>
  key
    ? createHash('sha256')
        .update(`${key}\n${JSON.stringify(typed)}`)
        .digest('base64url')
    : undefined
