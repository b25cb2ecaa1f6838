import { isProblem } from '#shared/problem.ts'
import { confirmCardSetup, type SetupResult, concludeSetup } from './add-card.ts'
import type { CardPorts } from './port.ts'
import { deleteSetup, endSetup, findSetup, type SetupRow, findSetupsOf } from './queries-setups.ts'

/** Detaches one card at its provider. The job is retried until it succeeds. */
export const detachCard = (
  ports: CardPorts,
  { provider, methodId }: { provider: string; methodId: string },
): Promise<void> => ports.providers.byName(provider).vault.detach(methodId)

/**
 * Cancels a customer's setups and then detaches all its cards at the provider, known here or not. If the provider is no
 * longer configured, only our rows are deleted.
 */
export async function detachEverything(
  ports: CardPorts,
  { provider, customerId }: { provider: string; customerId: string },
): Promise<void> {
  const { vault } = ports.providers.byName(provider)
  const isConfigured = ports.providers.isConfigured(provider)
  for (const { id, setupId } of await findSetupsOf(ports.db, provider, customerId)) {
    if (setupId && isConfigured) await vault.cancelSetup(setupId)
    await ports.write((tx) => deleteSetup(tx, id))
  }
  if (isConfigured) for (const method of await vault.methodsOf(customerId)) await vault.detach(method)
}

/**
 * Ends an abandoned setup after an hour. If the bank accepted the card it is saved, because the donor agreed;
 * otherwise the setup is cancelled. Deletes the setup afterwards.
 */
export async function endAbandonedSetup(ports: CardPorts, { id }: { id: string }): Promise<void> {
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
      // The setup was approved meanwhile and could not be cancelled.
      state = await vault.lookUpSetup(setupId)
    }
    if (setup.planId !== null) return discardSetup(ports, setup, state)
    try {
      await concludeSetup(ports, { setup, state })
    } catch (error) {
      if (!isProblem(error) || error.class === 'server') throw error
    }
  }
  await ports.write((tx) => deleteSetup(tx, id))
}

/**
 * Deletes an abandoned setup of a plan's card and detaches the card, because a plan's card is replaced only while the
 * donor is present.
 */
async function discardSetup(ports: CardPorts, setup: SetupRow, state: SetupResult['state']): Promise<void> {
  const isLeft = await ports.write((tx) => endSetup(tx, setup.id, ports.clock()))
  if (isLeft && state.kind === 'saved')
    await detachCard(ports, { provider: setup.provider, methodId: state.card.method })
  await ports.write((tx) => deleteSetup(tx, setup.id))
}
