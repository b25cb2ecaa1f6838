import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers, type RequestContext } from '#shared/endpoint.ts'
import { authorizeForCharity } from './authorize-for-charity.ts'
import type { charitiesContract } from './contract.ts'
import { transferOwnership } from './members/transfer-ownership.ts'
import type { CharityPorts } from './ports.ts'
import { hasDeclarations } from './queries/gift-aid.ts'
import { signUpCharity } from './sign-up.ts'
import { addDocument, openOwnDocument, removeDocument } from './verification/documents.ts'
import { readVerification } from './verification/read-verification.ts'
import { requestVerification, withdrawRequest } from './verification/request-verification.ts'
import { saveVerificationForm } from './verification/save-form.ts'
import { ownCharityView, verificationView } from './views.ts'

/** Returns a handler's request with the id of its charity. */
const actionOf = ({
  viewer,
  context,
  input,
}: {
  readonly viewer: Viewer
  readonly context: RequestContext
  readonly input: { readonly organizationId: string }
}) => ({ account: accountOf(viewer), context, organizationId: BigInt(input.organizationId) })

export const charitiesHandlers: Handlers<typeof charitiesContract, CharityPorts, Viewer> = {
  'POST /v4/organizations': async ({ app, viewer, context, input }) => {
    const { id, slug } = await signUpCharity(app, accountOf(viewer), context, input)
    return { id: id.toString(), subdomain: slug }
  },
  'GET /v4/organizations/:organizationId': async ({ app, viewer, input }) => {
    const { charity, role } = await authorizeForCharity(app, accountOf(viewer), BigInt(input.organizationId), 'read')
    const { country } = charity
    return {
      ...ownCharityView(charity, role, app.clock()),
      country,
      // A charity that left the United Kingdom still claims for its earlier donations.
      hasGiftAid: country === 'GB' || (await hasDeclarations(app.db, charity.id)),
      hasPayouts: app.payouts !== 'none',
    }
  },
  'GET /v4/organizations/:organizationId/verification': async ({ app, viewer, input }) =>
    verificationView(await readVerification(app, accountOf(viewer), BigInt(input.organizationId))),
  'PUT /v4/organizations/:organizationId/verification': async ({ app, input, ...call }) => {
    const { account, context, organizationId } = actionOf({ ...call, input })
    await saveVerificationForm(app, account, context, { ...input, organizationId })
    return verificationView(await readVerification(app, account, organizationId))
  },
  'POST /v4/organizations/:organizationId/verification/requests': async ({ app, ...call }) => {
    const { account, context, organizationId } = actionOf(call)
    await requestVerification(app, account, context, organizationId)
    return verificationView(await readVerification(app, account, organizationId))
  },
  'DELETE /v4/organizations/:organizationId/verification/requests/:requestId': async ({ app, input, ...call }) => {
    const { account, context, organizationId } = actionOf({ ...call, input })
    await withdrawRequest(app, account, context, { organizationId, requestId: input.requestId })
    return verificationView(await readVerification(app, account, organizationId))
  },
  'POST /v4/organizations/:organizationId/documents': async ({ app, input, ...call }) => {
    const { account, context, organizationId } = actionOf({ ...call, input })
    return { id: await addDocument(app, account, context, { ...input, organizationId }) }
  },
  'GET /v4/organizations/:organizationId/documents/:documentId': async ({ app, input, ...call }) => {
    const { account, context, organizationId } = actionOf({ ...call, input })
    return answer({}, await openOwnDocument(app, account, context, { ...input, organizationId }))
  },
  'DELETE /v4/organizations/:organizationId/documents/:documentId': async ({ app, input, ...call }) => {
    const { account, context, organizationId } = actionOf({ ...call, input })
    await removeDocument(app, account, context, { ...input, organizationId })
    return { done: true }
  },
  'POST /v4/organizations/:organizationId/ownership': async ({ app, input, ...call }) => {
    const { account, context, organizationId } = actionOf({ ...call, input })
    const { state, effectiveAt } = await transferOwnership(app, account, context, { ...input, organizationId })
    return { state, effectiveAt }
  },
}
