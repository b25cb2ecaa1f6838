import type { Paid } from './pay.ts'

/** Posts the words of support of a paid donation. An error is logged and doesn't affect the donation (S2 §8). */
export async function saveWords(words: string, paid: Paid, campaignId: string) {
  if (words.trim() === '') return
  try {
    const { postSupportMessage } = await import('./post-support-message.ts')
    await postSupportMessage(paid, campaignId, words)
  } catch (error) {
    console.warn('the words of support could not be saved', error)
  }
}
