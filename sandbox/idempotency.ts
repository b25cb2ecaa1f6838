import { hash } from 'node:crypto'
import type http from 'node:http'
import { type StoredResponse, run, send } from './responses.ts'
import { deleteOldest } from './store.ts'

type Kept = { readonly fingerprint: string; answered?: StoredResponse }

const keptKeysMax = 200_000

/** Stored responses by idempotency key. */
export class IdempotencyStore {
  readonly #keys = new Map<string, Kept>()

  /**
   * Stripe's idempotency: repeats the first response, refuses another request with the same key, and returns a conflict
   * while the first request is in progress.
   */
  async once(
    key: string,
    requestText: string,
    response: http.ServerResponse,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const fingerprint = hash('sha256', requestText, 'base64url')
    const stored = this.#keys.get(key)
    if (stored) {
      if (stored.fingerprint !== fingerprint)
        return send(
          response,
          400,
          JSON.stringify({
            error: {
              type: 'idempotency_error',
              message:
                'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            },
          }),
        )
      if (!stored.answered)
        return send(
          response,
          409,
          JSON.stringify({
            error: {
              type: 'invalid_request_error',
              code: 'idempotency_key_in_use',
              message: 'There is currently another in-progress request using this Idempotent Key.',
            },
          }),
        )
      return send(response, stored.answered.status, stored.answered.body, { 'idempotent-replayed': 'true' })
    }
    const entry: Kept = { fingerprint }
    this.#keys.set(key, entry)
    if (this.#keys.size > keptKeysMax) deleteOldest(this.#keys)
    const answered = await run(work)
    if (!answered) return
    // Invalid requests, and those aborted before they had an effect, leave the key unused.
    if (answered.status === 400 || answered.status === 404 || answered.status === 429 || answered.status === 401)
      this.#keys.delete(key)
    else entry.answered = answered
    send(response, answered.status, answered.body)
  }

  clear(): void {
    this.#keys.clear()
  }
}
