import type { AccountViewer } from '#modules/identity/index.ts'
import { someFacts } from '#modules/identity/testing.ts'
import { addCard } from './add-card.ts'
import type { CardView } from './contract.ts'
import type { CardPorts } from './port.ts'

/** A Visa of the sandbox's bank in somebody's account, unless told otherwise. */
export async function aCard(ports: CardPorts, viewer: AccountViewer, token = 'pm_card_visa'): Promise<CardView> {
  const added = await addCard(ports, viewer, someFacts(), token)
  if (added.status !== 'saved') throw new Error(`the bank asks first: ${token}`)
  return added.card
}
