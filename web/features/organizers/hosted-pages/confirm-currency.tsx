import { displayNames } from '#shared/formats.ts'
import { ConfirmFixed } from '#web/kit/confirm-fixed.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'

/** Asks again about the currency before a page is published for the first time. */
export function ConfirmCurrency({ form, currency }: { readonly form: string; readonly currency: string }) {
  const t = useText()
  const name = displayNames(useLocale(), { type: 'currency' }).of(currency) ?? ''
  return (
    <ConfirmFixed
      form={form}
      token={currency}
      title={t('pages.confirm-title')}
      text={t('pages.confirm-text')}
      lines={[[t('pages.currency'), `${currency} · ${name}`]]}
      button={t('pages.confirm-publish')}
    />
  )
}
