import { isolate } from '#shared/text.ts'
import { useText } from '#web/lib/text.tsx'

/** Says what a person who works alone can do if another one must agree. */
export function SecondPersonHint({ isAboutCharity = false }: { readonly isAboutCharity?: boolean }) {
  const t = useText()
  return (
    <p className="small">
      {t('staff.alone', { setting: isolate('STAFF_APPROVALS=1') })}{' '}
      {isAboutCharity ? t('staff.own-charity', { command: isolate('charity create --own') }) : null}
    </p>
  )
}
