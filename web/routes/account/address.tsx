import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem, type Problem } from '#shared/problem.ts'
import { type AddressDraft, type AddressField, addressKinds } from '#modules/platform/addresses/rules/address.ts'
import { convertAddress } from '#modules/platform/addresses/rules/saved.ts'
import { fieldOfWire, toWire, wireNames } from '#modules/platform/addresses/rules/wire.ts'
import { addressDataIn } from '#web/features/platform/addresses/address-data.ts'
import { AddressForm, type FormKind } from '#web/features/platform/addresses/address-form.tsx'
import { chosenFor, savedIn } from '#web/features/platform/addresses/saved-address.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import '#web/features/platform/addresses/address.css'
import type { Route } from './+types/address'

const kindOf = (text: FormDataEntryValue | null): FormKind | undefined =>
  text === 'list' ? 'list' : addressKinds.find((kind) => kind === text)

/** `new`, or the id of one of the donor's own addresses; other ids are 404. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, locale, country, viewer } = context.get(renderContext)
  const url = new URL(request.url)
  requireSignIn(viewer, request)
  const [book, permitted, { reach }] = await Promise.all([
    api('GET /api/user/shippingAddress', {}),
    api('GET /api/projectapi/permittedCountryCodes', {}),
    api('GET /v4/places', {}),
  ])
  const addressData = addressDataIn(locale, permitted, reach)
  const typeParam = kindOf(url.searchParams.get('type'))
  if (params.addressId === 'new') {
    const kind = typeParam ?? 'shipping'
    const { firstName, lastName } = await api('GET /v4/me', {})
    const address: AddressDraft = {
      firstName,
      lastName,
      ...(country && permitted.includes(country) ? { country } : {}),
    }
    return {
      addressData,
      id: null,
      kind,
      label: '',
      address: convertAddress(kind === 'list' ? 'shipping' : kind, address),
      isChecked: false,
    }
  }
  const saved = savedIn(book).find(({ id }) => id === params.addressId)
  if (!saved) throw data(null, { status: 404 })
  // A tax address requires the most fields, so an address with several purposes stays valid for all of them.
  const used = (['tax', 'shipping', 'billing'] as const).find((kind) => chosenFor(book, kind) === saved.id) ?? 'list'
  const kind = typeParam ?? used
  const { id, label, ...address } = saved
  return {
    addressData,
    id,
    kind,
    label,
    address: convertAddress(kind === 'list' ? 'shipping' : kind, address),
    isChecked: url.searchParams.has('lacks'),
  }
}

/** Saves the address, or returns the errors with everything that was typed. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, sentencesOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const text = (name: string, max: number): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, max) : ''
  }
  const kind = kindOf(form.get('kind')) ?? 'shipping'
  const label = text('address-label', 60)
  const fields = Object.keys(wireNames) as AddressField[]
  const address: AddressDraft = Object.fromEntries(
    fields.flatMap((field) => (form.has(`address-${field}`) ? [[field, text(`address-${field}`, 200)]] : [])),
  )
  try {
    await api('POST /api/user/shippingAddress', {
      type: kind,
      // An empty field clears the stored value; on a new address it must not clear that of a known address at the same
      // place.
      address:
        params.addressId === 'new'
          ? { ...toWire(address), ...(label.trim() ? { addressLabel: label } : {}) }
          : { Phone: address.phone, ...toWire(address), addressLabel: label, ID: params.addressId },
    })
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication') return redirectToLogin('/account/addresses')
    if (error.status === 404) throw data(null, { status: 404 })
    const wrong = Object.entries(sentencesOf(error.fields)).map(([path, sentence]) => ({
      id: `address-${fieldOf(path)}`,
      text: sentence,
    }))
    const general =
      wrong.length > 0
        ? []
        : [
            {
              id: 'address-label',
              text: sentencesOf({ general: { code: error.code, params: error.params } }).general ?? '',
            },
          ]
    return data({ kind, label, address, wrong: [...wrong, ...general] }, { status: statusOf(error) })
  }
  return redirect('/account/addresses?done=saved', 303)
}

const fieldOf = (path: string): string => fieldOfWire(path.split('.')[1]) ?? 'label'
const statusOf = ({ status }: Problem): number => (status >= 400 && status < 500 ? status : 500)

export default function AccountAddress({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { addressData, id, isChecked } = loaderData
  const kind = actionData?.kind ?? loaderData.kind
  const title = t(id ? 'addresses.edit-title' : 'addresses.new-title')
  const kinds = [
    ['shipping', 'addresses.kind-shipping'],
    ['billing', 'addresses.kind-billing'],
    ['tax', 'addresses.kind-tax'],
    ['list', 'addresses.kind-list'],
  ] as const
  return (
    <div className="address-form stack-lg">
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <p>
          <a className="link-button address-back" href="/account/addresses">
            <span aria-hidden="true" className="address-arrow">
              ←
            </span>
            {t('addresses.back')}
          </a>
        </p>
        <h1>{title}</h1>
        {id ? null : (
          <nav aria-label={t('addresses.kind')} className="stack">
            <p className="label">{t('addresses.kind')}</p>
            <div className="chips chips-wide">
              {kinds.map(([option, label]) => (
                <a
                  key={option}
                  className="chip"
                  href={`?type=${option}`}
                  {...(option === kind ? { 'aria-current': 'true' as const } : {})}
                >
                  {t(label)}
                </a>
              ))}
            </div>
          </nav>
        )}
      </div>
      {isChecked && !actionData ? <p className="notice">{t('addresses.lacks')}</p> : null}
      <AddressForm
        key={kind}
        addressData={addressData}
        kind={kind}
        label={actionData?.label ?? loaderData.label}
        address={actionData?.address ?? loaderData.address}
        wrong={actionData?.wrong ?? []}
        isChecked={isChecked}
      />
    </div>
  )
}
