import { useText } from '#web/lib/text.tsx'
import type { StoryData } from '../story-data.ts'

const styleKeys = {
  'The Humble Heart': 'humble',
  'The Devoted Seeker': 'devoted',
  'The Emergency Responder': 'emergency',
  'The Consistent Giver': 'consistent',
  'The Big Giver': 'big',
  'The Social Sharer': 'social',
} as const satisfies Readonly<Record<StoryData['style'], string>>

/** The giving style with its text and the reason for it. */
export function GivingStyle({ data }: { readonly data: StoryData }) {
  const t = useText()
  const key = styleKeys[data.style]
  return (
    <>
      <p className="deeds-figure">{t(`deeds.style-${key}`)}</p>
      <p className="deeds-lead">{t(`deeds.style-${key}-text`)}</p>
      <p className="deeds-reason">{reasonText(t, data.reason)}</p>
    </>
  )
}

function reasonText(t: ReturnType<typeof useText>, reason: StoryData['reason']): string {
  switch (reason.code) {
    case 'anonymous':
      return t('deeds.reason-anonymous', { anonymous: reason.anonymous, count: reason.donations })
    case 'sacred':
      return t('deeds.reason-sacred', { percent: reason.percent })
    case 'emergency':
      return t('deeds.reason-emergency', { emergency: reason.emergency, count: reason.donations })
    case 'months':
      return t('deeds.reason-months', { count: reason.months })
    case 'weeks':
      return t('deeds.reason-weeks', { count: reason.weeks })
    case 'plan':
      return t('deeds.reason-plan', { count: reason.days })
    case 'generous':
      return t('deeds.reason-generous')
    case 'referrals':
      return reason.referrals === 0 ? t('deeds.reason-any') : t('deeds.reason-referrals', { count: reason.referrals })
  }
}
