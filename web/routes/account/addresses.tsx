import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { addressKinds } from '#modules/platform/addresses/rules/address.ts'
import { type Country, countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { AddressLines } from '#web/features/platform/addresses/address-lines.tsx'
import { type Book, chosenFor, type Saved, savedIn } from '#web/features/platform/addresses/saved-address.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import '#web/features/platform/addresses/address.css'
import type { Route } from './+types/addresses'

const done = ['saved', 'removed', 'chosen'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  const url = new URL(request.url)
  // The layout redirects visitors without a session; no data is loaded for them.
  requireSignIn(viewer, request)
  const book = await api('GET /api/user/shippingAddress', {})
  const used = new Set(book.addresses.map(({ Country: code }) => code))
  return {
    book,
    countries: countriesIn(locale).filter(({ code }) => used.has(code)),
    asksToRemove: url.searchParams.get('remove'),
    done: done.find((option) => url.searchParams.get('done') === option) ?? null,
  }
}

/** Plain forms: `remove` deletes an address, `use` makes it the default for a purpose. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const form = await postedForm(request)
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 64) : ''
  }
  const addressId = text('address')
  const kind = addressKinds.find((addressKind) => addressKind === text('kind'))
  try {
    if (text('intent') === 'remove') {
      await api('DELETE /v4/addresses/:addressId', { addressId })
      return redirect('/account/addresses?done=removed', 303)
    }
    if (kind) await api('POST /v4/addresses/:addressId/use', { addressId, type: kind })
    return redirect('/account/addresses?done=chosen', 303)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication') return redirectToLogin('/account/addresses')
    if (error.status === 400 && kind)
      return redirect(`/account/addresses/${encodeURIComponent(addressId)}?type=${kind}&lacks=yes`, 303)
    throw data(null, { status: error.status })
  }
}

export default function AccountAddresses({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { book, countries, asksToRemove } = loaderData
  const saved = savedIn(book)
  return (
    <>
      <title>{t('addresses.title')}</title>
      <div className="page-head">
        <div className="stack">
          <h1>{t('addresses.title')}</h1>
          <p className="quiet">{t('addresses.lead')}</p>
        </div>
        {saved.length > 0 ? (
          <a className="button button-primary" href="/account/addresses/new">
            {t('addresses.add')}
          </a>
        ) : null}
      </div>
      {loaderData.done ? (
        <p className="notice" role="status">
          {t(`addresses.${loaderData.done}`)}
        </p>
      ) : null}
      {saved.length === 0 ? (
        <EmptyState title={t('addresses.empty')}>
          <p className="quiet">{t('addresses.empty-text')}</p>
          <p>
            <a className="button button-primary" href="/account/addresses/new">
              {t('addresses.add-first')}
            </a>
          </p>
        </EmptyState>
      ) : (
        <ul className="address-grid">
          {saved.map((address) => (
            <li key={address.id} id={address.id}>
              <AddressCard saved={address} book={book} countries={countries} isRemoving={address.id === asksToRemove} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function AddressCard({
  saved,
  book,
  countries,
  isRemoving,
}: {
  readonly saved: Saved
  readonly book: Book
  readonly countries: readonly Country[]
  readonly isRemoving: boolean
}) {
  const t = useText()
  const uses = addressKinds.filter((kind) => chosenFor(book, kind) === saved.id)
  const words = `\u2068${saved.label || saved.line1}\u2069`
  return (
    <article className="card card-in address-card" aria-label={`${saved.label || saved.line1}`}>
      {saved.label || uses.length > 0 ? (
        <div className="row">
          {saved.label ? (
            <span className="strong" dir="auto">
              {saved.label}
            </span>
          ) : null}
          {uses.map((kind) => (
            <Badge key={kind} look="brand">
              {t(`addresses.is-${kind}`)}
            </Badge>
          ))}
        </div>
      ) : null}
      <AddressLines address={saved} countries={countries} />
      {isRemoving ? (
        <form method="post" action="/account/addresses" className="notice stack">
          <p className="strong">{t('addresses.remove-question')}</p>
          <p className="small">{t('addresses.remove-text')}</p>
          <input type="hidden" name="address" value={saved.id} />
          <div className="columns">
            <a className="button button-quiet" href="/account/addresses">
              {t('addresses.remove-no')}
            </a>
            <Button look="danger" name="intent" value="remove">
              {t('addresses.remove-yes')}
            </Button>
          </div>
        </form>
      ) : (
        <div className="address-actions row">
          <a
            className="link-button"
            href={`/account/addresses/${saved.id}`}
            aria-label={t('addresses.edit-one', { address: words })}
          >
            {t('addresses.edit')}
          </a>
          <a
            className="link-button"
            href={`/account/addresses?remove=${saved.id}#${saved.id}`}
            aria-label={t('addresses.remove-one', { address: words })}
          >
            {t('addresses.remove')}
          </a>
          {uses.length < addressKinds.length ? (
            <details>
              <summary>{t('addresses.use')}</summary>
              {addressKinds
                .filter((kind) => !uses.includes(kind))
                .map((kind) => (
                  <form key={kind} method="post" action="/account/addresses">
                    <input type="hidden" name="address" value={saved.id} />
                    <input type="hidden" name="kind" value={kind} />
                    <button className="link-button" name="intent" value="use">
                      {t(`addresses.kind-${kind}`)}
                    </button>
                  </form>
                ))}
            </details>
          ) : null}
        </div>
      )}
    </article>
  )
}
