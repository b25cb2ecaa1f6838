import { useText } from '#web/lib/text.tsx'

/** Longer names are set in a smaller font. */
const longName = 40

/** The greeting, with the name as typed and in its own text direction. */
export function Salam({ userName }: { readonly userName: string }) {
  const t = useText()
  return (
    <h1 className={`deeds-name${userName.length > longName ? ' deeds-long' : ''}`}>
      {t('deeds.salam', { name: `\u2068${userName}\u2069` })}
    </h1>
  )
}
