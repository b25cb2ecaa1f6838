export const documents = {
  'documents.title': 'Receipts and statements',
} as const
