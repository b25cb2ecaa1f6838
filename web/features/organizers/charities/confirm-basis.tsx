import { ConfirmFixed } from '#web/kit/confirm-fixed.tsx'
import type { ZoneChoice } from '#shared/texts/zone-names.ts'
import { useText } from '#web/lib/text.tsx'

type Choices = readonly { readonly code: string; readonly name: string }[]

/** Asks again before a charity is created with a time zone and currency that never change. */
export function ConfirmBasis({
  token,
  form,
  choices,
  texts,
}: {
  /** What is confirmed, from `unconfirmedBasis`. */
  readonly token: string
  /** The id of the page's form. */
  readonly form: string
  readonly choices: { readonly currencies: Choices; readonly zones: readonly ZoneChoice[] }
  readonly texts: 'own-charity' | 'charities'
}) {
  const t = useText()
  const [, zone = '', currency = ''] = token.split(' ')
  return (
    <ConfirmFixed
      form={form}
      token={token}
      title={t(`${texts}.confirm-title`)}
      text={t(`${texts}.confirm-text`)}
      lines={[
        [t(`${texts}.zone`), choices.zones.find((choice) => choice.zone === zone)?.name ?? zone],
        [t(`${texts}.currency`), `${currency} · ${nameIn(choices.currencies, currency)}`],
      ]}
      button={t(`${texts}.confirm-create`)}
    />
  )
}

const nameIn = (choices: Choices, code: string): string => choices.find((choice) => choice.code === code)?.name ?? code
