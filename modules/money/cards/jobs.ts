import { isProblem } from '#shared/problem.ts'
import { confirmCardSetup, type Asked, concludeSetup } from './add-card.ts'
import type { CardPorts } from './port.ts'
import { deleteSetup, endSetup, findSetup, type SetupRow, setupsOf } from './queries-setups.ts'

/** Detaches one card at its provider; tried again until it has worked. */
export const detachCard = (
  ports: CardPorts,
  { provider, methodId }: { provider: string; methodId: string },
): Promise<void> => ports.providers.byName(provider).vault.detach(methodId)

/** Deletes everything the provider stores for one customer, known here or not; pending setups are cancelled first. */
export async function detachEverything(
  ports: CardPorts,
  { provider, customerId }: { provider: string; customerId: string },
): Promise<void> {
  const { vault } = ports.providers.byName(provider)
  for (const { id, setupId } of await setupsOf(ports.db, provider, customerId)) {
    if (setupId) await vault.cancelSetup(setupId)
    await ports.write((tx) => deleteSetup(tx, id))
  }
  if (ports.providers.isConfigured(provider))
    for (const method of await vault.methodsOf(customerId)) await vault.detach(method)
}

/**
 * Ends an abandoned setup after an hour: a card the bank accepted is saved, because its donor agreed; an unanswered
 * challenge is cancelled. Then nothing of the setup is left.
 */
export async function endLeftSetup(ports: CardPorts, { id }: { id: string }): Promise<void> {
  const setup = await findSetup(ports.db, id)
  if (!setup) return
  if (!setup.endedAt) {
    const { vault } = ports.providers.byName(setup.provider)
    let { state } = setup.setupId
      ? { state: await vault.lookUpSetup(setup.setupId) }
      : await confirmCardSetup(ports, setup)
    const setupId = setup.setupId ?? (await findSetup(ports.db, id))?.setupId
    if (state.kind === 'challenge' && setupId) {
      await vault.cancelSetup(setupId)
      // It was approved in the meantime and could not be cancelled.
      state = await vault.lookUpSetup(setupId)
    }
    if (setup.planId !== null) return dropSetup(ports, setup, state)
    try {
      await concludeSetup(ports, { setup, state })
    } catch (error) {
      if (!isProblem(error) || error.class === 'server') throw error
    }
  }
  await ports.write((tx) => deleteSetup(tx, id))
}

/** The card of a plan is used only where its donor sees that it is: one that was left is let go of. */
async function dropSetup(ports: CardPorts, setup: SetupRow, state: Asked['state']): Promise<void> {
  const isLeft = await ports.write((tx) => endSetup(tx, setup.id, ports.clock()))
  if (isLeft && state.kind === 'kept')
    await detachCard(ports, { provider: setup.provider, methodId: state.card.method })
  await ports.write((tx) => deleteSetup(tx, setup.id))
}
