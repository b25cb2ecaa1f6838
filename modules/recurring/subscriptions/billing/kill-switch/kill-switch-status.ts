import { entriesAbout } from '#modules/platform/audit/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { onTimeMs, outageMs } from '#modules/recurring/plans/rules/catch-up.ts'
import type { KillSwitchView } from '../../contract-kill-switch.ts'
import type { SubscriptionPorts } from '../../agreement/ports.ts'
import { findKillSwitch, readDueTotals } from './kill-switch-queries.ts'
import { killSwitchObject } from './set-kill-switch.ts'
import type { KillSwitchReason } from '../tables.ts'

/** Maximum of counted donations: enough to decide, and read within a second. */
const countedAtMost = 100_000
const historyLength = 10

/** Returns what staff see before they stop or resume charging: why it is stopped, what is due, and the history. */
export async function getKillSwitchStatus(ports: SubscriptionPorts): Promise<KillSwitchView> {
  const now = ports.clock()
  const killSwitch = await findKillSwitch(ports.db)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const waiting = await readDueTotals(ports.db, { now, outage: ago(outageMs), onTime: ago(onTimeMs) }, countedAtMost)
  const total = (input: 'donations' | 'plans' | 'late') => waiting.reduce((sum, entry) => sum + entry[input], 0)
  const since = waiting.map((entry) => entry.since.getTime())
  return {
    isOn: killSwitch !== undefined,
    reason: killSwitch?.reason ?? null,
    details: killSwitch?.details ?? {},
    setAt: killSwitch?.setAt ?? null,
    waiting: {
      donations: total('donations'),
      plans: total('plans'),
      late: total('late'),
      hasMore: total('donations') + total('late') >= countedAtMost,
      since: since.length > 0 ? new Date(Math.min(...since)) : null,
      amounts: waiting.map(({ currency, donations, amount }) => ({ currency, donations, amount })),
    },
    history: await historyOf(ports),
  }
}

type Details = {
  readonly reason?: KillSwitchReason
  readonly note?: string
  readonly imported?: number
  readonly unmatched?: readonly string[]
}

async function historyOf(ports: SubscriptionPorts): Promise<KillSwitchView['history']> {
  const entries = await entriesAbout(ports.db, killSwitchObject, historyLength)
  const people = await contactsOf(ports.db, [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))])
  const names = new Map(
    people.map(({ id, firstName, lastName, email }) => [id, `${firstName} ${lastName}`.trim() || email || id]),
  )
  return entries.map(({ act, at, actorId, details }) => {
    const { reason = 'person', note = '', imported = 0, unmatched = [] } = details as Details
    return {
      act: act === 'subscriptions.charging-stopped' ? 'set' : 'released',
      at,
      by: actorId === null ? null : (names.get(actorId) ?? actorId),
      reason,
      note,
      imported,
      unmatched: [...unmatched],
    }
  })
}
