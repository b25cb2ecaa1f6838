import { required } from '#shared/collections.ts'
import { hourMs } from '#shared/time.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type AccountViewer, proveAgain } from '#modules/platform/identity/index.ts'
import { providerOfToken, type Setup } from '#modules/money/payments/index.ts'
import type { Adding } from './contract.ts'
import { customerOf } from './customer.ts'
import { keepCard } from './keep-card.ts'
import { viewOf } from './own-cards.ts'
import { cardJobs, type CardPorts } from './port.ts'
import { findCard, liveCards } from './queries.ts'
import {
  endSetup,
  findSetup,
  insertSetup,
  nameSetup,
  refusedSince,
  refuseSetup,
  type SetupRow,
  setupsSince,
} from './queries-setups.ts'
import { mandateVersion } from './rules/mandate.ts'

/** Nobody has more; trying numbers is stopped long before (payments-16). */
const cardsMax = 20
const setupsPerHour = 10
/**
 * Of one network, whoever asks: only what banks refuse is counted, so that a mosque's visitors do not stop each other.
 */
const refusedPerHour = 20

/**
 * Adds a card without a gift: written down first, so that whatever the bank is asked can be found again, then asked.
 * The bank may want to see the donor. Sensitive, for the card can be charged later without its donor: whoever logged in
 * longer ago shows who they are.
 */
export async function addCard(
  ports: CardPorts,
  viewer: AccountViewer,
  facts: RequestFacts,
  token: string,
  providerName?: string,
): Promise<Adding> {
  proveAgain(ports, viewer)
  if ((await liveCards(ports.db, viewer.accountId)).length >= cardsMax)
    throw new Problem('conflict', 'too-many-cards', { params: { max: cardsMax } })
  const tokenProvider = providerOfToken(ports, providerName)
  const customerId = await customerOf(ports, viewer.accountId, tokenProvider)
  const provider = tokenProvider.name
  const startedAt = ports.clock()
  const hourAgo = new Date(startedAt.getTime() - hourMs)
  if (
    (await setupsSince(ports.db, provider, customerId, hourAgo)) >= setupsPerHour ||
    (await refusedSince(ports.db, facts.ip, hourAgo)) >= refusedPerHour
  )
    throw new Problem('rate-limit', 'too-many-attempts', { retryAfterSeconds: 3600 })
  const id = ports.newId()
  await ports.write(async (tx) => {
    await insertSetup(tx, {
      id,
      provider,
      customerId,
      methodId: token,
      version: mandateVersion,
      locale: facts.locale,
      ip: facts.ip,
      startedAt,
    })
    await ports.enqueue(
      tx,
      cardJobs.endSetup,
      { id },
      { key: `setup:${id}`, runAt: new Date(startedAt.getTime() + hourMs) },
    )
  })
  return concludeSetup(ports, await askBank(ports, required(await findSetup(ports.db, id))))
}

/** After the bank's question, or whenever somebody wants to know: asks the provider, never the browser. */
export async function continueAdding(ports: CardPorts, viewer: AccountViewer, setupId: string): Promise<Adding> {
  const setup = isUuid(setupId) ? await findSetup(ports.db, setupId) : undefined
  if (setup?.accountId !== viewer.accountId) throw new Problem('not-found', 'not-found')
  return concludeSetup(
    ports,
    setup.setupId
      ? { setup, state: await ports.providers.byName(setup.provider).vault.lookUpSetup(setup.setupId) }
      : await askBank(ports, setup),
  )
}

type Asked = { readonly setup: SetupRow; readonly state: Setup }

/** The same setup asks with the same key, so a repeated call is the same one at the provider. */
export async function askBank(ports: CardPorts, setup: SetupRow): Promise<Asked> {
  const { setupId, state } = await ports.providers.byName(setup.provider).vault.setUp({
    key: setup.id,
    customerId: setup.customerId,
    method: setup.methodId,
    returnUrl: `${ports.origin}/account/cards?setup=${setup.id}`,
  })
  if (setupId) await ports.write((tx) => nameSetup(tx, setup.id, setupId))
  return { setup, state }
}

export async function concludeSetup(ports: CardPorts, { setup, state }: Asked): Promise<Adding> {
  switch (state.kind) {
    case 'kept': {
      const accountId = required(setup.accountId, 'account of the card')
      const agreed = {
        version: setup.version,
        locale: setup.locale,
        ip: setup.ip,
        at: setup.startedAt.toISOString(),
        sourceId: setup.id,
      }
      const cardId = await ports.write(async (tx) => {
        await endSetup(tx, setup.id, ports.clock())
        return keepCard(ports, tx, { accountId, provider: setup.provider, card: state.card, agreed })
      })
      return { status: 'saved', card: viewOf(ports, required(await findCard(ports, { accountId }, cardId))) }
    }
    case 'challenge':
      return {
        status: 'challenge',
        setupId: setup.id,
        challenge: {
          provider: setup.provider,
          url: state.url,
          ...(state.clientSecret ? { clientSecret: state.clientSecret } : {}),
        },
      }
    case 'declined':
      await ports.write((tx) => refuseSetup(tx, setup.id, ports.clock()))
      throw new Problem('validation', /authentication/.test(state.code) ? 'card-not-confirmed' : 'card-not-accepted', {
        status: 402,
      })
    case 'ended':
      await ports.write((tx) => endSetup(tx, setup.id, ports.clock()))
      throw new Problem('conflict', 'card-setup-ended')
    case 'unreachable':
      ports.log.error({ reason: state.reason }, 'the payment provider is away; a card that is being added waits')
      throw new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
  }
}
