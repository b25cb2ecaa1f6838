import '#web/features/platform/addresses/address.css'
import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { addressDataIn } from '#web/features/platform/addresses/address-data.ts'
import { TaxAddressPage } from '#web/features/money/receipts/tax-addresses/tax-address-page.tsx'
import {
  taxAddressPayloadOf,
  readTypedTaxAddress,
  taxAddressErrors,
} from '#web/features/money/receipts/tax-addresses/tax-address.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import type { Route } from './+types/tax-address'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/tax-address', 'platform/addresses', 'platform/faults']

/**
 * The page of the link in a receipt's email, which needs no login (receipts-15). Opening it changes nothing, because
 * email programs open links by themselves.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, locale } = context.get(renderContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    const [view, permitted, { reach }] = await Promise.all([
      api('GET /v4/tax-addresses', { token }),
      api('GET /api/projectapi/permittedCountryCodes', {}),
      api('GET /v4/places', {}),
    ])
    return { view, addressData: addressDataIn(locale, permitted, reach) }
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data(null, { status: 404 })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const typed = readTypedTaxAddress(await postedForm(request))
  try {
    await api('POST /v4/tax-addresses', { token, ...taxAddressPayloadOf(typed, typed.version) })
    return { typed, wrong: [], isDone: true }
  } catch (error) {
    const { message, fields, status } = refusalOf(error)
    return data({ typed, wrong: taxAddressErrors({ message, fields }), isDone: false }, { status })
  }
}

export default function TaxAddressByLink({ loaderData, actionData }: Route.ComponentProps) {
  return <TaxAddressPage loaded={loaderData} sent={actionData} />
}
