import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { safePath } from '#shared/safe-path.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { useText } from '#web/lib/text.tsx'
import { Select } from '#web/ui/field.tsx'
import type { Route } from './+types/country'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['platform/countries']

export function loader({ context, request }: Route.LoaderArgs) {
  const { chosenCountry, locale, origin } = context.get(renderContext)
  return {
    chosen: chosenCountry ?? '',
    countries: countriesIn(locale, countryCodes),
    back: safePath(new URL(request.url).searchParams.get('back') ?? '/v4', origin),
  }
}

/**
 * The country that the visitor donates from, which determines Gift Aid, tax receipts and the tip's default (S1 §5). A
 * plain form that works without JavaScript.
 */
export default function CountryPage({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page narrow-page stack-lg">
      <title>{t('countries.title')}</title>
      <div className="stack">
        <h1>{t('countries.title')}</h1>
        <p className="quiet">{t('countries.lead')}</p>
      </div>
      <form method="post" action="/preferences" className="stack">
        <input type="hidden" name="back" value={loaderData.back} />
        <Select id="country" label={t('countries.choose')} defaultValue={loaderData.chosen} autoComplete="country">
          <option value="">{t('countries.detect')}</option>
          {loaderData.countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <button className="button button-primary button-wide">{t('countries.submit')}</button>
      </form>
    </div>
  )
}
