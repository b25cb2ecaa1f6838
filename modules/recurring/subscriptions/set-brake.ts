import { type Actor, record } from '#modules/platform/audit/index.ts'
import type { SubscriptionPorts } from './port.ts'
import { type Brake, findBrake, insertBrake } from './queries-brake.ts'

/** What the audit calls it. */
export const brakeObject = 'subscriptions:brake'

/** Sets the brake by hand. An older reason stands. */
export async function setBrake(ports: SubscriptionPorts, by: Actor, note: string, ip?: string): Promise<Brake> {
  const at = ports.clock()
  await writeBrake(ports, by, { reason: 'person', facts: { note }, setAt: at }, { at, ip, details: { note } })
  return (await findBrake(ports.db))!
}

/** The brake and its entry in the audit. False: it was set already, and neither is written. */
export const writeBrake = (
  ports: SubscriptionPorts,
  by: Actor,
  brake: Brake,
  { at, ip, details }: { at: Date; ip?: string | undefined; details: Record<string, unknown> },
): Promise<boolean> =>
  ports.write(async (tx) => {
    if (!(await insertBrake(tx, brake))) return false
    await record(tx, { actor: by, act: 'subscriptions.brake-set', object: brakeObject, at, ip, details })
    return true
  })
