import { required } from '#shared/collections.ts'
import { hourMs } from '#shared/time.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type AccountViewer, requireRecentAuthentication } from '#modules/platform/identity/index.ts'
import { logRefusal, providerOfToken, type Setup } from '#modules/money/payments/index.ts'
import type { SavedCard } from '#modules/money/payments/rules/attempt.ts'
import type { CardSetupResult } from './contract.ts'
import { customerOf } from './customer.ts'
import { saveCard } from './save-card.ts'
import { cardViewOf } from './own-cards.ts'
import { cardJobs, type CardPorts } from './port.ts'
import { findCard, listCurrentCards } from './queries.ts'
import {
  endSetup,
  findSetup,
  insertSetup,
  setProviderSetupId,
  countDeclinesSince,
  rejectSetup,
  type SetupRow,
  countSetupsSince,
} from './queries-setups.ts'
import { mandateVersion } from './rules/mandate.ts'

/** More than anyone needs; limits against card testing apply much earlier (payments-16). */
const cardsMax = 20
const setupsPerHour = 10
/**
 * The limit of a network over all requesters. Only declines count, so that visitors of a mosque don't block each
 * other.
 */
const declinesPerHour = 20

/**
 * Adds a card without a donation. The setup is stored before the bank is asked, so that no request to it is lost. The
 * bank may require a challenge. Requires fresh authentication, because the card can later be charged without its
 * donor.
 */
export async function addCard(
  ports: CardPorts,
  viewer: AccountViewer,
  context: RequestContext,
  token: string,
  providerName?: string,
): Promise<CardSetupResult> {
  requireRecentAuthentication(ports, viewer)
  if ((await listCurrentCards(ports.db, viewer.accountId)).length >= cardsMax)
    throw new Problem('conflict', 'too-many-cards', { params: { max: cardsMax } })
  const provider = providerOfToken(ports, providerName)
  const customerId = await customerOf(ports, viewer.accountId, provider)
  return concludeSetup(ports, await beginSetup(ports, context, { provider: provider.name, customerId, method: token }))
}

/**
 * Stores a setup of a card for a customer and sends it to the provider. Throws `too-many-attempts` for a customer with
 * too many setups or a network with too many declines in the last hour.
 */
export async function beginSetup(
  ports: CardPorts,
  context: Pick<RequestContext, 'ip' | 'locale'>,
  { provider, customerId, method }: { readonly provider: string; readonly customerId: string; readonly method: string },
): Promise<SetupResult> {
  const startedAt = ports.clock()
  const hourAgo = new Date(startedAt.getTime() - hourMs)
  if (
    (await countSetupsSince(ports.db, provider, customerId, hourAgo)) >= setupsPerHour ||
    (await countDeclinesSince(ports.db, context.ip, hourAgo)) >= declinesPerHour
  )
    throw new Problem('rate-limit', 'too-many-attempts', { retryAfterSeconds: 3600 })
  const id = ports.newId()
  await ports.write(async (tx) => {
    await insertSetup(tx, {
      id,
      provider,
      customerId,
      methodId: method,
      version: mandateVersion,
      locale: context.locale,
      ip: context.ip,
      startedAt,
    })
    await ports.enqueue(
      tx,
      cardJobs.endSetup,
      { id },
      { key: `setup:${id}`, runAt: new Date(startedAt.getTime() + hourMs) },
    )
  })
  return confirmCardSetup(ports, required(await findSetup(ports.db, id)))
}

/** Continues a setup after its challenge or on request. The state comes from the provider, never from the browser. */
export async function continueCardSetup(
  ports: CardPorts,
  viewer: AccountViewer,
  setupId: string,
): Promise<CardSetupResult> {
  const setup = isUuid(setupId) ? await findSetup(ports.db, setupId) : undefined
  if (setup?.accountId !== viewer.accountId) throw new Problem('not-found', 'not-found')
  return concludeSetup(ports, await refreshCardSetup(ports, setup))
}

/** Reads a setup's current state from the provider; sends the setup again if the provider hasn't responded yet. */
export const refreshCardSetup = async (ports: CardPorts, setup: SetupRow): Promise<SetupResult> =>
  setup.setupId
    ? { setup, state: await ports.providers.byName(setup.provider).vault.lookUpSetup(setup.setupId) }
    : confirmCardSetup(ports, setup)

export type SetupResult = { readonly setup: SetupRow; readonly state: Setup }

/** Sends a setup to the provider. The setup's id is the idempotency key, so a repeated call has no further effect. */
export async function confirmCardSetup(ports: CardPorts, setup: SetupRow): Promise<SetupResult> {
  const { setupId, state } = await ports.providers.byName(setup.provider).vault.setUp({
    key: setup.id,
    customerId: setup.customerId,
    method: setup.methodId,
    returnUrl: `${ports.origin}${setup.planId ? '/scheduled-giving/manage' : `/account/cards?setup=${setup.id}`}`,
  })
  if (setupId) await ports.write((tx) => setProviderSetupId(tx, setup.id, setupId))
  return { setup, state }
}

export async function concludeSetup(ports: CardPorts, request: SetupResult): Promise<CardSetupResult> {
  const judged = await evaluateCardSetup(ports, request)
  if (judged.status === 'challenge') return judged
  const { setup } = request
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
    return saveCard(ports, tx, { accountId, provider: setup.provider, card: judged.card, agreed })
  })
  return { status: 'saved', card: cardViewOf(ports, required(await findCard(ports, { accountId }, cardId))) }
}

/** Returns the saved card or the challenge that precedes it; throws if the setup was declined, refused, ended or is unknown. */
export async function evaluateCardSetup(
  ports: CardPorts,
  { setup, state }: SetupResult,
): Promise<{ readonly status: 'saved'; readonly card: SavedCard } | Extract<CardSetupResult, { status: 'challenge' }>> {
  switch (state.kind) {
    case 'saved':
      return { status: 'saved', card: state.card }
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
      await ports.write((tx) => rejectSetup(tx, setup.id, ports.clock()))
      throw new Problem('validation', /authentication/.test(state.code) ? 'card-not-confirmed' : 'card-not-accepted', {
        status: 402,
      })
    case 'ended':
      await ports.write((tx) => endSetup(tx, setup.id, ports.clock()))
      throw new Problem('conflict', 'card-setup-ended')
    case 'refused':
      logRefusal(ports, state, { setupId: setup.id })
      await ports.write((tx) => endSetup(tx, setup.id, ports.clock()))
      throw new Problem('validation', 'card-not-savable', { status: 422 })
    case 'unreachable':
      ports.log.error({ reason: state.reason }, 'the payment provider is away; a card that is being added waits')
      throw new Problem('server', 'payment-unavailable', { status: 503, retryAfterSeconds: 5 })
  }
}
