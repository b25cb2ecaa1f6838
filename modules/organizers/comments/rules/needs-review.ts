/** Reason why words are reviewed first. */
export type WordsReviewReason = 'link' | 'contact' | 'number'

const link =
  /\bhttps?:|\bwww\.|\b[\p{L}\p{N}-]+\.(?:com|org|net|info|biz|online|site|shop|xyz|app|link|click|top|ru|cn|pk|in|uk|de|ly|gl|page)\b|\b(?:t|wa|fb|bit|paypal|cash)\.(?:me|ly|app)\b/iu
const contact =
  /[^\s@]+@[^\s@]+\.[^\s@.]{2,}|(?:^|\s)@\w{3,}|(?<!\p{L})(?:whatsapp|telegram|واتساب|واتس اب|تلغرام|تيليجرام)(?!\p{L})/iu
/** A phone, account or card number: nine digits or more with any separators. */
const longNumber = /(?:\p{Nd}[ ()+-]*){9,}|\b[A-Z]{2}\p{Nd}{2}(?:\s?[A-Z\p{Nd}]{4}){2,}/u

/**
 * Returns why words need review before they are published: a link, contact details or a long number. Attempts to divert
 * donations contain one of these; years, dates and prices have fewer digits in a row.
 */
export function reasonForReview(words: string): WordsReviewReason | undefined {
  // Invisible characters within a word must not hide it from the check.
  const plain = words.normalize('NFKC').replace(/\p{Cf}/gu, '')
  if (link.test(plain)) return 'link'
  if (contact.test(plain)) return 'contact'
  return longNumber.test(plain) ? 'number' : undefined
}
