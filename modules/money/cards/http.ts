import type { Handlers } from '#shared/endpoint.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { addCard, continueCardSetup } from './add-card.ts'
import type { cardsContract } from './contract.ts'
import { listOwnCards, makeDefault, removeCard } from './own-cards.ts'
import type { CardPorts } from './port.ts'

export const cardsHandlers: Handlers<typeof cardsContract, CardPorts, Viewer> = {
  'GET /v4/cards': ({ app, viewer }) => listOwnCards(app, accountOf(viewer)),
  'POST /v4/cards': ({ app, viewer, context, input }) =>
    addCard(app, accountOf(viewer), context, input.token, input.provider),
  'POST /v4/card-setups/:setupId': ({ app, viewer, input }) => continueCardSetup(app, accountOf(viewer), input.setupId),
  'POST /v4/cards/:cardId/default': ({ app, viewer, input }) => makeDefault(app, accountOf(viewer), input.cardId),
  'DELETE /v4/cards/:cardId': ({ app, viewer, context, input }) =>
    removeCard(app, accountOf(viewer), context, input.cardId),
}
