import { required } from '#shared/collections.ts'
import { type Actor, record } from '#modules/platform/audit/index.ts'
import type { SubscriptionPorts } from '../../agreement/ports.ts'
import { findKillSwitch, insertKillSwitch, type KillSwitch } from './kill-switch-queries.ts'

/** Object of the kill switch's audit entries. */
export const killSwitchObject = 'subscriptions:kill-switch'

/** Stops charging by hand. If it is already stopped, the first reason is kept. */
export async function setKillSwitch(
  ports: SubscriptionPorts,
  by: Actor,
  note: string,
  ip?: string,
): Promise<KillSwitch> {
  const instant = ports.clock()
  await writeKillSwitch(
    ports,
    by,
    { reason: 'person', details: { note }, setAt: instant },
    { at: instant, ip, details: { note } },
  )
  return required(await findKillSwitch(ports.db), 'kill switch')
}

/** Writes the kill switch with its audit entry. Returns false and writes nothing if it is already set. */
export const writeKillSwitch = (
  ports: SubscriptionPorts,
  by: Actor,
  killSwitch: KillSwitch,
  { at, ip, details }: { at: Date; ip?: string | undefined; details: Record<string, unknown> },
): Promise<boolean> =>
  ports.write(async (tx) => {
    if (!(await insertKillSwitch(tx, killSwitch))) return false
    await record(tx, { actor: by, act: 'subscriptions.charging-stopped', object: killSwitchObject, at, ip, details })
    return true
  })
