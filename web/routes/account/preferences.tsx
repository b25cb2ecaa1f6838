import { useState } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { CurrencySelect, rememberCurrency } from '#web/features/platform/currencies/currency-select.tsx'
import { locales } from '#shared/texts/locales.ts'
import { languageName } from '#shared/text.ts'
import { useText } from '#web/lib/text.tsx'
import { RadioGroup } from '#web/ui/field.tsx'
import type { Route } from './+types/preferences'

export function loader({ context }: Route.LoaderArgs) {
  const { locale, theme, motion, currency } = context.get(renderContext)
  return { locale, theme, motion, currency: currency ?? '' }
}

/** Language, appearance, motion and display currency of the signed-in user, stored with the account (accounts-7). */
export default function Preferences({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const [chosen, choose] = useState({
    locale: loaderData.locale as string,
    theme: loaderData.theme as string,
    motion: loaderData.motion as string,
  })
  const group = (name: keyof typeof chosen, legend: string, choices: Parameters<typeof RadioGroup>[0]['choices']) => (
    <RadioGroup
      name={name}
      legend={legend}
      choices={choices}
      value={chosen[name]}
      onChoose={(value) => choose({ ...chosen, [name]: value })}
    />
  )
  return (
    <>
      <title>{t('preferences.title')}</title>
      <div className="stack">
        <h1>{t('preferences.title')}</h1>
        <p className="quiet">{t('preferences.lead')}</p>
      </div>
      <form method="post" action="/preferences" className="stack-lg account-form" onSubmit={rememberCurrency}>
        <input type="hidden" name="back" value="/account/preferences?done=name" />
        {group(
          'locale',
          t('preferences.language'),
          locales.map((value) => ({ value, label: <span lang={value}>{languageName(value)}</span> })),
        )}
        {group(
          'theme',
          t('preferences.appearance'),
          (['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`preferences.theme-${value}`) })),
        )}
        {group(
          'motion',
          t('preferences.motion'),
          (['auto', 'reduced'] as const).map((value) => ({ value, label: t(`preferences.motion-${value}`) })),
        )}
        <CurrencySelect chosen={loaderData.currency} hint={t('currencies.lead')} />
        <button className="button button-primary">{t('preferences.submit')}</button>
      </form>
    </>
  )
}
