import { entriesAbout } from '#modules/platform/audit/index.ts'
import { contactsOf } from '#modules/platform/identity/index-staff.ts'
import { onTimeMs, outageMs } from '#modules/recurring/plans/rules/catch-up.ts'
import type { KillSwitchView } from '../contract-kill-switch.ts'
import type { SubscriptionPorts } from '#modules/recurring/agreement/index.ts'
import { findKillSwitch, readWaiting } from './kill-switch-queries.ts'
import { killSwitchObject } from './set-kill-switch.ts'
import type { KillSwitchReason } from '../tables.ts'

/** So much of a backlog is counted: enough to decide by, and read in a second. */
const countedAtMost = 100_000
const historyLength = 10

/**
 * The brake as somebody at the desk must see it before they set it or let go: why it is set, what waits, and what
 * others did.
 */
export async function getKillSwitchStatus(ports: SubscriptionPorts): Promise<KillSwitchView> {
  const now = ports.clock()
  const brake = await findKillSwitch(ports.db)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const waiting = await readWaiting(ports.db, { now, outage: ago(outageMs), onTime: ago(onTimeMs) }, countedAtMost)
  const total = (of: 'gifts' | 'plans' | 'late') => waiting.reduce((sum, each) => sum + each[of], 0)
  const since = waiting.map((each) => each.since.getTime())
  return {
    isOn: brake !== undefined,
    reason: brake?.reason ?? null,
    facts: brake?.facts ?? {},
    setAt: brake?.setAt.toISOString() ?? null,
    waiting: {
      gifts: total('gifts'),
      plans: total('plans'),
      late: total('late'),
      hasMore: total('gifts') + total('late') >= countedAtMost,
      since: since.length > 0 ? new Date(Math.min(...since)).toISOString() : null,
      amounts: waiting.map(({ currency, gifts, amount }) => ({ currency, gifts, amount: Number(amount) })),
    },
    history: await historyOf(ports),
  }
}

type Details = {
  readonly reason?: KillSwitchReason
  readonly note?: string
  readonly adopted?: number
  readonly left?: readonly string[]
}

async function historyOf(ports: SubscriptionPorts): Promise<KillSwitchView['history']> {
  const entries = await entriesAbout(ports.db, killSwitchObject, historyLength)
  const people = await contactsOf(ports.db, [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))])
  const names = new Map(
    people.map(({ id, firstName, lastName, email }) => [id, `${firstName} ${lastName}`.trim() || email || id]),
  )
  return entries.map(({ act, at, actorId, details }) => {
    const { reason = 'person', note = '', adopted = 0, left = [] } = details as Details
    return {
      act: act === 'subscriptions.brake-set' ? 'set' : 'released',
      at: at.toISOString(),
      by: actorId === null ? null : (names.get(actorId) ?? actorId),
      reason,
      note,
      adopted,
      left: [...left],
    }
  })
}
