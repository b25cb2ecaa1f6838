import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { addCard, continueCardSetup } from './add-card.ts'
import type { CardView } from './contract.ts'
import type { CardPorts } from './port.ts'

/** Saves a Visa card of the sandbox in an account. */
export async function aCard(ports: CardPorts, viewer: AccountViewer, token = 'pm_card_visa'): Promise<CardView> {
  const added = await addCard(ports, viewer, aRequestContext(), token)
  if (added.status !== 'saved') throw new Error(`the bank asks first: ${token}`)
  return added.card
}

/** Saves a card whose bank requires a challenge, which is approved. */
export async function aProvenCard(ports: CardPorts, viewer: AccountViewer, token: string): Promise<CardView> {
  const request = await addCard(ports, viewer, aRequestContext(), token)
  if (request.status === 'saved') return request.card
  await fetch(`${request.challenge.url}/approve`, { method: 'POST' })
  const added = await continueCardSetup(ports, viewer, request.setupId)
  if (added.status !== 'saved') throw new Error(`the bank did not accept ${token}`)
  return added.card
}

type Sandboxed = {
  readonly app: CardPorts
  readonly sandbox:
    | { readonly gateway: { readonly wallet: { renew(id: string, fields: Record<string, string>): unknown } } }
    | undefined
}

/** Prints an expiry on saved cards, here and at the sandbox. */
export async function printExpiry(
  { app, sandbox }: Sandboxed,
  cardIds: readonly string[],
  { month, year }: { readonly month: number; readonly year: number },
): Promise<void> {
  const cards = await app.db
    .selectFrom('cards.card')
    .select('method_id as methodId')
    .where('id', 'in', [...cardIds])
    .execute()
  for (const { methodId } of cards)
    sandbox?.gateway.wallet.renew(methodId, { exp_month: String(month), exp_year: String(year) })
  await app.write((tx) =>
    tx
      .updateTable('cards.card')
      .set({ exp_month: month, exp_year: year })
      .where('id', 'in', [...cardIds])
      .execute(),
  )
}
