import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { publicLedgerContract } from './contract.ts'
import type { PublicLedgerPorts } from './ports.ts'
import {
  readFiles,
  readHead,
  readLedger,
  readLedgerCampaigns,
  readPublishedOfCampaign,
  readPublishedOfCharity,
} from './read-ledger.ts'

export const publicLedgerHandlers: Handlers<typeof publicLedgerContract, PublicLedgerPorts, Viewer> = {
  'GET /v4/ledger': ({ app, input }) => readLedger(app, input),
  'GET /v4/ledger/head': ({ app }) => readHead(app),
  'GET /v4/ledger/campaigns': ({ app, input }) => readLedgerCampaigns(app, input),
  'GET /v4/ledger/files/:period': ({ app, input }) => readFiles(app, input.period),
  'GET /v4/campaigns/:campaignId/published-totals': ({ app, input }) =>
    readPublishedOfCampaign(app, BigInt(input.campaignId)),
  'GET /v4/organizations/by-subdomain/:subdomain/published-totals': ({ app, input }) =>
    readPublishedOfCharity(app, input.subdomain),
}
