import type { Handlers } from '#shared/endpoint.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { addAddressToPayment } from './add-tax-address.ts'
import type { taxAddressesContract } from '../contract-tax-addresses.ts'
import type { TaxAddressPorts } from './ports.ts'
import { authorizeByAccount, authorizeByToken, taxAddressView } from './tax-address-view.ts'

export const taxAddressesHandlers: Handlers<typeof taxAddressesContract, TaxAddressPorts, Viewer> = {
  'GET /v4/tax-addresses': ({ app, input }) => taxAddressView(app, authorizeByToken(app, input.token)),
  'POST /v4/tax-addresses': ({ app, context, input: { token, ...given } }) =>
    addAddressToPayment(app, authorizeByToken(app, token), { context }, given),
  'GET /v4/account/donations/:donationId/tax-address': async ({ app, viewer, input }) =>
    taxAddressView(app, await authorizeByAccount(app, accountOf(viewer).accountId, input.donationId)),
  'POST /v4/account/donations/:donationId/tax-address': async ({
    app,
    viewer,
    context,
    input: { donationId, ...given },
  }) => {
    const { accountId } = accountOf(viewer)
    return addAddressToPayment(app, await authorizeByAccount(app, accountId, donationId), { context, accountId }, given)
  },
}
