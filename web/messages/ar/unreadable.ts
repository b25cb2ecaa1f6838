/** On the page that answers a form which could not be read, in Arabic. */
export const unreadable = {
  broken: {
    title: 'لم يصل النموذج كاملًا',
    text: 'لم يُنفَّذ شيء مما فيه ولم يُخصم أي مبلغ. عُد إلى الصفحة السابقة وأرسله مرة أخرى.',
  },
  'too-large': {
    title: 'النموذج أكبر من المسموح',
    text: 'لم يُنفَّذ شيء مما فيه ولم يُخصم أي مبلغ. عُد إلى الصفحة السابقة وأرسل محتوى أقل.',
  },
} as const
