import { required } from '#shared/collections.ts'
import { type Actor, record } from '#modules/platform/audit/index.ts'
import type { SubscriptionPorts } from '#modules/recurring/agreement/index.ts'
import { findKillSwitch, insertKillSwitch, type KillSwitch } from './kill-switch-queries.ts'

/** What the audit calls it. */
export const killSwitchObject = 'subscriptions:brake'

/** Sets the brake by hand. An older reason stands. */
export async function setKillSwitch(
  ports: SubscriptionPorts,
  by: Actor,
  note: string,
  ip?: string,
): Promise<KillSwitch> {
  const at = ports.clock()
  await writeKillSwitch(ports, by, { reason: 'person', facts: { note }, setAt: at }, { at, ip, details: { note } })
  return required(await findKillSwitch(ports.db), 'kill switch')
}

/** The brake and its entry in the audit. False: it was set already, and neither is written. */
export const writeKillSwitch = (
  ports: SubscriptionPorts,
  by: Actor,
  brake: KillSwitch,
  { at, ip, details }: { at: Date; ip?: string | undefined; details: Record<string, unknown> },
): Promise<boolean> =>
  ports.write(async (tx) => {
    if (!(await insertKillSwitch(tx, brake))) return false
    await record(tx, { actor: by, act: 'subscriptions.brake-set', object: killSwitchObject, at, ip, details })
    return true
  })
