import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { changeFeedContract } from './contract.ts'
import { listChanged } from './list-changes.ts'
import type { ChangeFeedPorts } from './ports.ts'
import { recordLists } from './record-lists.ts'

export const changeFeedHandlers: Handlers<typeof changeFeedContract, ChangeFeedPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/changes/donations': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.donations),
  'GET /v4/organizations/:organizationId/changes/donors': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.donors),
  'GET /v4/organizations/:organizationId/changes/plans': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.plans),
  'GET /v4/organizations/:organizationId/changes/occurrences': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.occurrences),
  'GET /v4/organizations/:organizationId/changes/refunds': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.refunds),
  'GET /v4/organizations/:organizationId/changes/receipts': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.receipts),
  'GET /v4/organizations/:organizationId/changes/payouts': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.payouts),
  'GET /v4/organizations/:organizationId/changes/pages': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.pages),
  'GET /v4/organizations/:organizationId/changes/offline-donations': ({ app, viewer, input }) =>
    listChanged(app, accountOf(viewer), input, recordLists.offlineDonations),
}
