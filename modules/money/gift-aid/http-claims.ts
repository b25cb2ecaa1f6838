import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers } from '#shared/endpoint.ts'
import { cancelClaim, recordClaimPayment, rejectClaimRow, submitClaim } from './claims/change-claim.ts'
import { draftClaim } from './claims/draft-claim.ts'
import type { ClaimPorts } from './claims/ports.ts'
import { readClaim, readClaimFile } from './claims/read-claim.ts'
import { readOverview, readRefused } from './claims/read-overview.ts'
import { requestDetails } from './claims/request-details.ts'
import { changeSettings } from './claims/settings.ts'
import type { giftAidClaimsContract } from './contract-claims.ts'

const ofClaim = <Input extends { readonly organizationId: string }>(input: Input) => ({
  ...input,
  organizationId: BigInt(input.organizationId),
})

export const giftAidClaimsHandlers: Handlers<typeof giftAidClaimsContract, ClaimPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/gift-aid': ({ app, viewer, context, input }) =>
    readOverview(app, accountOf(viewer), context, BigInt(input.organizationId)),
  'GET /v4/organizations/:organizationId/gift-aid/refused': ({ app, viewer, input }) =>
    readRefused(app, accountOf(viewer), ofClaim(input)),
  'PATCH /v4/organizations/:organizationId/gift-aid': async ({ app, viewer, context, input }) => {
    await changeSettings(app, accountOf(viewer), context, ofClaim(input))
    return {}
  },
  'POST /v4/organizations/:organizationId/gift-aid/claims': async ({ app, viewer, context, input }) => ({
    id: await draftClaim(app, accountOf(viewer), context, BigInt(input.organizationId)),
  }),
  'GET /v4/organizations/:organizationId/gift-aid/claims/:claimId': ({ app, viewer, context, input }) =>
    readClaim(app, accountOf(viewer), context, ofClaim(input)),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/files/:part': async ({
    app,
    viewer,
    context,
    input,
  }) => {
    const file = await readClaimFile(app, accountOf(viewer), context, ofClaim(input))
    return answer(file, {
      file: { type: 'text/csv; charset=utf-8', bytes: Buffer.from(file.csv) },
      headers: {
        'content-disposition': `attachment; filename="${file.filename}"`,
        'cache-control': 'private, no-store',
      },
    })
  },
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/submission': async ({
    app,
    viewer,
    context,
    input,
  }) => ({ state: await submitClaim(app, { viewer: accountOf(viewer), context }, ofClaim(input)) }),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/payment': async ({
    app,
    viewer,
    context,
    input,
  }) => ({ state: await recordClaimPayment(app, { viewer: accountOf(viewer), context }, ofClaim(input)) }),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/cancellation': async ({
    app,
    viewer,
    context,
    input,
  }) => ({ state: await cancelClaim(app, { viewer: accountOf(viewer), context }, ofClaim(input)) }),
  'POST /v4/organizations/:organizationId/gift-aid/claims/:claimId/rejections': async ({
    app,
    viewer,
    context,
    input,
  }) => ({ state: await rejectClaimRow(app, { viewer: accountOf(viewer), context }, ofClaim(input)) }),
  'POST /v4/organizations/:organizationId/gift-aid/detail-requests': ({ app, viewer, context, input }) =>
    requestDetails(app, accountOf(viewer), context, ofClaim(input)),
}
