import type { ApiError } from '#web/lib/api.ts'

/** The earlier payment or plan that a donation repeats. */
export type Duplicate = { readonly id: string; readonly isPlan: boolean; readonly isConfirming: boolean }

/** Returns what a refused donation repeats; undefined if it was refused for another reason. */
export const findDuplicate = ({ code, body }: ApiError): Duplicate | undefined =>
  code === 'duplicate-donation' || code === 'duplicate-plan'
    ? { id: String(body.duplicateOf), isPlan: code === 'duplicate-plan', isConfirming: body.isConfirming === true }
    : undefined
