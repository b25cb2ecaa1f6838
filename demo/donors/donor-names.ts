/** Fictional first and last names of the demo's donors. */
type People = { readonly first: readonly string[]; readonly last: readonly string[] }
const words = (text: string) => text.split(' ')

export const namesByPeople = {
  southAsian: {
    first: words(
      'Ayesha Bilal Fatima Hamza Imran Khadija Maryam Omar Sana Usman Zainab Zubair Hafsa Farhan Rabia Adeel Nadia Shahid Sumaira Tariq Asma Kashif Mehwish Salman Iqra Junaid Noor Rehan',
    ),
    last: words(
      'Ahmed Akhtar Ali Anwar Aziz Begum Butt Chaudhry Hussain Iqbal Khan Mahmood Malik Mirza Qureshi Rahman Raza Sheikh Siddiqui Syed Patel Miah Chowdhury Uddin Kazi',
    ),
  },
  arab: {
    first: words(
      'Ahmad Aisha Amal Bassam Dalia Fadi Hanan Hassan Huda Ibrahim Jamila Karim Khalid Layla Mahmoud Mona Nabil Nour Rania Reem Sami Salma Tarek Yasmin Yusuf Ziad Hind Lina',
    ),
    last: words(
      'Abdallah Al-Amin Al-Hashimi Al-Khatib Al-Masri Al-Najjar Awad Barakat Darwish Farouk Ghanem Haddad Halabi Hamdan Ibrahim Jaber Kanaan Khalil Mansour Nasser Qasim Saleh Shahin Suleiman Zaki',
    ),
  },
  arabScript: {
    first: words(
      'أحمد عائشة أمل بسام هدى خالد ليلى محمود منى نور ريم سلمى سارة طارق ياسمين يوسف عبدالعزيز مريم فاطمة عمر حصة نورة',
    ),
    last: words(
      'العتيبي الرشيد المطيري العنزي الخطيب المصري النجار الهاشمي بنعلي العلوي الإدريسي الشمري الصباغ القحطاني الحداد',
    ),
  },
  maghrebi: {
    first: words(
      'Amine Fatima-Zahra Hicham Karima Mehdi Naima Rachid Samira Soufiane Yassine Zineb Imane Hamid Latifa Omar Souad',
    ),
    last: words(
      'Alaoui Amrani Bennani Benjelloun Berrada Chraibi El-Idrissi Fassi Lahlou Mansouri Naciri Ouazzani Tazi Ziani',
    ),
  },
  turkish: {
    first: words(
      'Ahmet Ayşe Burak Elif Emine Emre Fatma Hasan Hatice Hüseyin Merve Murat Mustafa Selin Yusuf Zehra Kübra Ömer',
    ),
    last: words('Aksoy Arslan Aydın Çelik Demir Doğan Kaya Kılıç Koç Öztürk Polat Şahin Yıldırım Yılmaz'),
  },
  malay: {
    first: words(
      'Aisyah Ahmad Amirul Azlan Farah Faizal Hafiz Haziq Izzati Nurul Rahman Rizal Siti Syafiq Zulaikha Zulkifli Dewi Budi Putri Agus',
    ),
    last: words(
      'Abdullah Ahmad Hashim Hassan Ibrahim Ismail Othman Rahmat Salleh Yusof Zakaria Wijaya Santoso Lestari Hidayat',
    ),
  },
  westAfrican: {
    first: words(
      'Abubakar Aminata Fatou Hauwa Ibrahim Idris Kadiatou Mamadou Mariama Moussa Ousmane Rahama Sadiya Sani Yusuf Zainab',
    ),
    last: words('Abdullahi Bah Bello Camara Cissé Diallo Diop Garba Keita Lawal Musa Ndiaye Sow Traoré Usman Yusuf'),
  },
  eastAfrican: {
    first: words(
      'Abdi Amina Asha Fowsia Hodan Ifrah Ismail Khadra Liban Mohamed Nasra Sagal Yasin Zakaria Rukia Salim',
    ),
    last: words('Abdi Abdullahi Ali Farah Hassan Hersi Ismail Jama Mohamud Nur Omar Osman Said Warsame Yusuf'),
  },
  bosnian: {
    first: words('Adnan Alma Amra Edin Emina Haris Jasmin Lejla Mirza Nermina Sabina Selma Tarik Zlatan'),
    last: words('Begić Delić Hadžić Halilović Hodžić Ibrahimović Kovačević Mehić Mujić Omerović Softić'),
  },
  western: {
    first: words(
      'Adam Anna Catherine Daniel Emily Grace Hannah Isaac James Julia Marcus Mary Michael Sarah Sofia Thomas',
    ),
    last: words(
      'Bauer Brown Campbell Clarke Davies Fischer Green Harris Johnson Martin Miller Roberts Schmidt Taylor Walker Williams',
    ),
  },
  japanese: {
    first: words('Akira Aya Hana Haruka Kenji Maryam Naoki Rina Sakura Takeshi Yuki Yusuf'),
    last: words('Ito Kato Kobayashi Mori Nakamura Sato Suzuki Tanaka Watanabe Yamamoto'),
  },
} satisfies Record<string, People>
export type PeopleName = keyof typeof namesByPeople
