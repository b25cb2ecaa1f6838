import { resourceMissing, Refusal } from './errors.ts'
import type { Faults } from './faults.ts'
import { type FormFields, text } from './form.ts'
import type { Gateway } from './gateway.ts'
import type { IdempotencyStore } from './idempotency.ts'

/**
 * Settings for tests and measurements: the clock offset in seconds, the latency of each call, and whether browsers have
 * wallets.
 */
export type Bench = { clockOffset: number; latencyMs: number; areWalletsOff: boolean; readonly now: () => number }
export type AdminOptions = {
  readonly gateway: Gateway
  readonly faults: Faults
  readonly idempotencyStore: IdempotencyStore
  readonly bench: Bench
}
export type AdminCall = { readonly method: string; readonly path: readonly string[]; readonly fields: FormFields }

/** Handles a call under `/admin`, with functions for tests and measurements that a real provider doesn't have. */
export async function admin(
  { gateway, faults, idempotencyStore, bench }: AdminOptions,
  { method, path, fields }: AdminCall,
): Promise<unknown> {
  const [noun, id] = path
  const { reversals, store } = gateway
  if (method === 'GET' && noun === 'charges') return { data: [...store.truth.values()] }
  if (method !== 'POST') throw resourceMissing('page', noun ?? '')
  switch (noun) {
    case 'faults':
      if (!faults.isOn) throw new Refusal(403, { message: 'Faults are switched off' })
      return {
        armed: faults.arm({
          match: text(fields.match) ?? 'next_confirm',
          fault: text(fields.fault) ?? '',
          count: Number(text(fields.count) ?? '1'),
        }),
      }
    case 'latency':
      bench.latencyMs = Number(text(fields.ms) ?? '0')
      return { latencyMs: bench.latencyMs }
    case 'clock':
      bench.clockOffset += Number(text(fields.advance_seconds) ?? '0')
      return { now: bench.now(), settled: await gateway.settlePending() }
    case 'payment-methods':
      return gateway.renewCard(id ?? '', fields)
    case 'disputes':
      if (id === undefined) return reversals.openDispute(text(fields.charge) ?? '')
      return text(fields.status) === 'under_review'
        ? reversals.answerDispute(id)
        : reversals.closeDispute(id, text(fields.status) === 'won' ? 'won' : 'lost')
    case 'reset':
      store.clear()
      idempotencyStore.clear()
      return { cleared: true }
    default:
      throw resourceMissing('page', noun ?? '')
  }
}
