export const causes = {
  'cause.water': 'الماء',
  'cause.food': 'الغذاء',
  'cause.mosque': 'المساجد',
  'cause.community': 'المجتمع',
  'cause.education': 'التعليم',
  'cause.women': 'النساء',
  'cause.orphans': 'الأيتام',
  'cause.refugees': 'اللاجئون',
  'cause.emergency': 'الإغاثة العاجلة',
  'cause.health': 'الصحة',
  'cause.creative': 'الإبداع',
  'cause.qurbani': 'الأضاحي',
}
