import { currencies } from '#shared/money.ts'
import { safePath } from '#shared/safe-path.ts'
import { renderContext } from '#server/render-context.ts'
import { remember } from '../lib/storage.ts'
import { useText } from '../lib/text.tsx'
import { Select } from '../ui/field.tsx'
import type { Route } from './+types/currency'

export function loader({ context, request }: Route.LoaderArgs) {
  const { currency, origin } = context.get(renderContext)
  return { currency: currency ?? '', back: safePath(new URL(request.url).searchParams.get('back') ?? '/v4', origin) }
}

/** Which currency amounts are read in; what is given stays in the fundraiser's own. */
export default function CurrencyPage({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('currencies.title')}</title>
      <div className="stack">
        <h1>{t('currencies.title')}</h1>
        <p className="quiet">{t('currencies.lead')}</p>
      </div>
      <form
        method="post"
        action="/preferences"
        className="stack"
        onSubmit={(event) => {
          const chosen = new FormData(event.currentTarget).get('currency')
          remember('userPreferredCurrency', typeof chosen === 'string' && chosen !== '' ? chosen : undefined)
        }}
      >
        <input type="hidden" name="back" value={loaderData.back} />
        <Select id="currency" label={t('currencies.choose')} defaultValue={loaderData.currency}>
          <option value="">{t('shell.currency-own')}</option>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
        <button className="button button-primary button-wide">{t('currencies.submit')}</button>
      </form>
    </div>
  )
}
