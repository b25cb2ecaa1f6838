/**
 * Removes direction isolates (U+2066 to U+2069) from a text without right-to-left letters: there they change nothing,
 * and some mail programs display them as boxes.
 */
export const removeNeedlessIsolates = (text: string): string =>
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? text : text.replace(/[\u2066-\u2069]/g, '')
