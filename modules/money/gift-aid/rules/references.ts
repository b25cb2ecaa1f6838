import { normalizeCode, normalizeDigits } from '#shared/input/digits.ts'

const receiptNumber = /^\d{1,18}-\d{4}-\d{6,}$/
const reference = /^[\dA-F]{10}$/

/** Donations that someone listed: by receipt numbers, and by references in lower case. */
export type ListedReferences = {
  readonly receipts: readonly string[]
  readonly references: readonly string[]
  /** Texts that are neither. */
  readonly unreadable: readonly string[]
}

/** Reads a list of receipt numbers and donation references, one a line or separated by commas; each once. */
export function readReferences(text: string): ListedReferences {
  const receipts = new Set<string>()
  const references = new Set<string>()
  const unreadable: string[] = []
  for (const typed of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const number = normalizeDigits(typed)
    const code = normalizeCode(typed)
    if (receiptNumber.test(number)) receipts.add(number)
    else if (reference.test(code)) references.add(code.toLowerCase())
    else unreadable.push(typed)
  }
  return { receipts: [...receipts], references: [...references], unreadable }
}
