import '#web/features/platform/addresses/address.css'
import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { addressDataIn } from '#web/features/platform/addresses/address-data.ts'
import { TaxAddressPage } from '#web/features/money/receipts/tax-addresses/tax-address-page.tsx'
import {
  taxAddressPayloadOf,
  readTypedTaxAddress,
  taxAddressErrors,
} from '#web/features/money/receipts/tax-addresses/tax-address.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { resumedField } from '#web/kit/log-in-again.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/donation-tax-address'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/tax-address']

/** The tax address of the donor's own donation, to add or change it (receipts-15). */
export async function loader({ context, params: { donationId }, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  requireSignIn(viewer, request)
  try {
    const [view, permitted, { reach }] = await Promise.all([
      api('GET /v4/account/donations/:donationId/tax-address', { donationId }),
      api('GET /api/projectapi/permittedCountryCodes', {}),
      api('GET /v4/places', {}),
    ])
    return { donationId, view, addressData: addressDataIn(locale, permitted, reach) }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

export async function action({ context, params: { donationId }, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const typed = readTypedTaxAddress(form)
  try {
    // A Gift Aid declaration isn't made by logging in.
    if (form.has(resumedField) && typed.giftAid) throw new Problem('conflict', 'logged-in-again')
    await api('POST /v4/account/donations/:donationId/tax-address', {
      donationId,
      ...taxAddressPayloadOf(typed, typed.version),
    })
    return { typed, wrong: [], isDone: true }
  } catch (error) {
    const { message, fields, status } = refusalOf(error)
    return data({ typed, wrong: taxAddressErrors({ message, fields }), isDone: false }, { status })
  }
}

export default function DonationTaxAddress({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <TaxAddressPage loaded={loaderData} sent={actionData} isInAccount />
      <p>
        <a href={`/account/donations/${encodeURIComponent(loaderData.donationId)}`}>{t('tax-address.back')}</a>
      </p>
    </>
  )
}
