import { safePath } from '#shared/safe-path.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { CurrencySelect, rememberCurrency } from '#web/features/platform/currencies/currency-select.tsx'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/currency'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['platform/currencies']

export function loader({ context, request }: Route.LoaderArgs) {
  const { currency, origin } = context.get(renderContext)
  return { currency: currency ?? '', back: safePath(new URL(request.url).searchParams.get('back') ?? '/v4', origin) }
}

/** The display currency of amounts; donations stay in the fundraiser's currency. */
export default function CurrencyPage({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('currencies.title')}</title>
      <div className="stack">
        <h1>{t('currencies.title')}</h1>
        <p className="quiet">{t('currencies.lead')}</p>
      </div>
      <form method="post" action="/preferences" className="stack" onSubmit={rememberCurrency}>
        <input type="hidden" name="back" value={loaderData.back} />
        <CurrencySelect chosen={loaderData.currency} />
        <button className="button button-primary button-wide">{t('currencies.submit')}</button>
      </form>
    </div>
  )
}
