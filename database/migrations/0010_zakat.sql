create schema zakat;
