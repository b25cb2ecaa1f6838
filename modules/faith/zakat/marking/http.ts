import type { Handlers } from '#shared/endpoint.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { zakatMarkingContract } from '../contract-marking.ts'
import { checkMarking, markAsZakat, type MarkingPorts } from './mark-as-zakat.ts'

export const zakatMarkingHandlers: Handlers<typeof zakatMarkingContract, MarkingPorts, Viewer> = {
  'GET /v4/account/donations/:donationId/zakat': ({ app, viewer, input }) =>
    checkMarking(app, accountOf(viewer).accountId, input.donationId),
  'POST /v4/account/donations/:donationId/zakat': ({ app, viewer, context, input }) =>
    markAsZakat(app, accountOf(viewer).accountId, context.ip, input.donationId),
}
