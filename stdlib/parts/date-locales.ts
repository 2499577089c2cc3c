// Names of months and days and the usual patterns of nineteen languages: the sandbox has no Intl. Weeks start on Monday;
// `alone` is the form of a month without a day, where a language has one ("март" beside "5 марта").

export interface DateLocale {
  readonly months: readonly string[];
  readonly monthsAlone: readonly string[];
  readonly shortMonths: readonly string[];
  readonly shortMonthsAlone: readonly string[];
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
  /** Before and after noon. */
  readonly halves: readonly [string, string];
  /** Patterns: short, medium, long, full. */
  readonly date: readonly [string, string, string, string];
  /** Patterns: short, medium. */
  readonly time: readonly [string, string];
  /** Between a date and a time. */
  readonly between: string;
}

interface Written {
  readonly months: string;
  readonly alone?: string;
  readonly short: string;
  readonly shortAlone?: string;
  readonly days: string;
  readonly shortDays: string;
  readonly halves: readonly [string, string];
  readonly date: readonly [string, string, string, string];
  readonly time: readonly [string, string];
  readonly between: string;
}

const languages: Readonly<Record<string, Written>> = {
  en: {
    months: "January February March April May June July August September October November December",
    short: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    days: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    shortDays: "Mon Tue Wed Thu Fri Sat Sun",
    halves: ["AM", "PM"],
    date: ["M/d/yy", "MMM d, y", "MMMM d, y", "EEEE, MMMM d, y"],
    time: ["h:mm a", "h:mm:ss a"],
    between: ", ",
  },
  de: {
    months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    short: "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    shortAlone: "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    days: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    shortDays: "Mo Di Mi Do Fr Sa So",
    halves: ["AM", "PM"],
    date: ["dd.MM.yy", "dd.MM.y", "d. MMMM y", "EEEE, d. MMMM y"],
    time: ["HH:mm", "HH:mm:ss"],
    between: ", ",
  },
  fr: {
    months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    short: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    days: "lundi mardi mercredi jeudi vendredi samedi dimanche",
    shortDays: "lun. mar. mer. jeu. ven. sam. dim.",
    halves: ["AM", "PM"],
    date: ["dd/MM/y", "d MMM y", "d MMMM y", "EEEE d MMMM y"],
    time: ["HH:mm", "HH:mm:ss"],
    between: " ",
  },
  es: {
    months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    short: "ene feb mar abr may jun jul ago sept oct nov dic",
    days: "lunes martes miércoles jueves viernes sábado domingo",
    shortDays: "lun mar mié jue vie sáb dom",
    halves: ["a. m.", "p. m."],
    date: ["d/M/yy", "d MMM y", "d 'de' MMMM 'de' y", "EEEE, d 'de' MMMM 'de' y"],
    time: ["H:mm", "H:mm:ss"],
    between: ", ",
  },
  it: {
    months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    short: "gen feb mar apr mag giu lug ago set ott nov dic",
    days: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    shortDays: "lun mar mer gio ven sab dom",
    halves: ["AM", "PM"],
    date: ["dd/MM/yy", "d MMM y", "d MMMM y", "EEEE d MMMM y"],
    time: ["HH:mm", "HH:mm:ss"],
    between: ", ",
  },
  pt: {
    months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    short: "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
    days: "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    shortDays: "seg. ter. qua. qui. sex. sáb. dom.",
    halves: ["AM", "PM"],
    date: ["dd/MM/y", "d 'de' MMM 'de' y", "d 'de' MMMM 'de' y", "EEEE, d 'de' MMMM 'de' y"],
    time: ["HH:mm", "HH:mm:ss"],
    between: ", ",
  },
  nl: {
    months: "januari februari maart april mei juni juli augustus september oktober november december",
    short: "jan feb mrt apr mei jun jul aug sep okt nov dec",
    days: "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    shortDays: "ma di wo do vr za zo",
    halves: ["a.m.", "p.m."],
    date: ["dd-MM-y", "d MMM y", "d MMMM y", "EEEE d MMMM y"],
    time: ["HH:mm", "HH:mm:ss"],
    between: " ",
  },
  sv: {
    months: "januari februari mars april maj juni juli augusti september oktober november december",
    short: "jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.",
    days: "måndag tisdag onsdag torsdag fredag lördag söndag",
    shortDays: "mån tis ons tors fre lör sön",
    halves: ["fm", "em"],
    date: ["y-MM-dd", "d MMM y", "d MMMM y", "EEEE d MMMM y"],
    time: ["HH:mm", "HH:mm:ss"],
    between: " ",
  },
  da: {
    months: "januar februar marts april maj juni juli august september oktober november december",
    short: "jan. feb. mar. apr. maj jun. jul. aug. sep. okt. nov. dec.",
    days: "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    shortDays: "man. tirs. ons. tors. fre. lør. søn.",
    halves: ["AM", "PM"],
    date: ["dd.MM.y", "d. MMM y", "d. MMMM y", "EEEE 'den' d. MMMM y"],
    time: ["HH.mm", "HH.mm.ss"],
    between: " ",
  },
  nb: {
    months: "januar februar mars april mai juni juli august september oktober november desember",
    short: "jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.",
    shortAlone: "jan feb mar apr mai jun jul aug sep okt nov des",
    days: "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    shortDays: "man. tir. ons. tor. fre. lør. søn.",
    halves: ["a.m.", "p.m."],
    date: ["dd.MM.y", "d. MMM y", "d. MMMM y", "EEEE d. MMMM y"],
    time: ["HH:mm", "HH:mm:ss"],
    between: ", ",
  },
  fi: {
    months:
      "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
    alone: "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
    short: "tammik. helmik. maalisk. huhtik. toukok. kesäk. heinäk. elok. syysk. lokak. marrask. jouluk.",
    shortAlone: "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
    days: "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai",
    shortDays: "ma ti ke to pe la su",
    halves: ["ap.", "ip."],
    date: ["d.M.y", "d.M.y", "d. MMMM y", "EEEE d. MMMM y"],
    time: ["H.mm", "H.mm.ss"],
    between: " klo ",
  },
  pl: {
    months: "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    alone: "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
    short: "sty lut mar kwi maj cze lip sie wrz paź lis gru",
    days: "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    shortDays: "pon. wt. śr. czw. pt. sob. niedz.",
    halves: ["AM", "PM"],
    date: ["d.MM.y", "d MMM y", "d MMMM y", "EEEE, d MMMM y"],
    time: ["HH:mm", "HH:mm:ss"],
    between: ", ",
  },
  cs: {
    months: "ledna února března dubna května června července srpna září října listopadu prosince",
    alone: "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
    short: "led úno bře dub kvě čvn čvc srp zář říj lis pro",
    days: "pondělí úterý středa čtvrtek pátek sobota neděle",
    shortDays: "po út st čt pá so ne",
    halves: ["dop.", "odp."],
    date: ["dd.MM.yy", "d. M. y", "d. MMMM y", "EEEE d. MMMM y"],
    time: ["H:mm", "H:mm:ss"],
    between: " ",
  },
  ru: {
    months: "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    alone: "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    short: "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
    shortAlone: "янв. февр. март апр. май июнь июль авг. сент. окт. нояб. дек.",
    days: "понедельник вторник среда четверг пятница суббота воскресенье",
    shortDays: "пн вт ср чт пт сб вс",
    halves: ["AM", "PM"],
    date: ["dd.MM.y", "d MMM y 'г.'", "d MMMM y 'г.'", "EEEE, d MMMM y 'г.'"],
    time: ["HH:mm", "HH:mm:ss"],
    between: ", ",
  },
  uk: {
    months: "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    alone: "січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень",
    short: "січ. лют. бер. квіт. трав. черв. лип. серп. вер. жовт. лист. груд.",
    days: "понеділок вівторок середа четвер пʼятниця субота неділя",
    shortDays: "пн вт ср чт пт сб нд",
    halves: ["дп", "пп"],
    date: ["dd.MM.yy", "d MMM y 'р.'", "d MMMM y 'р.'", "EEEE, d MMMM y 'р.'"],
    time: ["HH:mm", "HH:mm:ss"],
    between: ", ",
  },
  tr: {
    months: "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
    short: "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
    days: "Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar",
    shortDays: "Pzt Sal Çar Per Cum Cmt Paz",
    halves: ["ÖÖ", "ÖS"],
    date: ["d.MM.y", "d MMM y", "d MMMM y", "d MMMM y EEEE"],
    time: ["HH:mm", "HH:mm:ss"],
    between: " ",
  },
  ja: {
    months: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    short: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    days: "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    shortDays: "月 火 水 木 金 土 日",
    halves: ["午前", "午後"],
    date: ["y/MM/dd", "y/MM/dd", "y年M月d日", "y年M月d日EEEE"],
    time: ["H:mm", "H:mm:ss"],
    between: " ",
  },
  zh: {
    months: "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
    short: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    days: "星期一 星期二 星期三 星期四 星期五 星期六 星期日",
    shortDays: "周一 周二 周三 周四 周五 周六 周日",
    halves: ["上午", "下午"],
    date: ["y/M/d", "y年M月d日", "y年M月d日", "y年M月d日EEEE"],
    time: ["HH:mm", "HH:mm:ss"],
    between: " ",
  },
  ko: {
    months: "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
    short: "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
    days: "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
    shortDays: "월 화 수 목 금 토 일",
    halves: ["오전", "오후"],
    date: ["yy. M. d.", "y. M. d.", "y년 M월 d일", "y년 M월 d일 EEEE"],
    time: ["a h:mm", "a h:mm:ss"],
    between: " ",
  },
};

const readWritten = ({ months, alone, short, shortAlone, days, shortDays, ...rest }: Written): DateLocale => ({
  ...rest,
  months: months.split(" "),
  monthsAlone: (alone ?? months).split(" "),
  shortMonths: short.split(" "),
  shortMonthsAlone: (shortAlone ?? short).split(" "),
  days: days.split(" "),
  shortDays: shortDays.split(" "),
});

const byLanguage = Object.entries(languages).map(([name, written]) => [name, readWritten(written)] as const);
const named = new Map(byLanguage);
const variant = (language: string, changes: Partial<DateLocale>): DateLocale => ({
  ...named.get(language)!,
  ...changes,
});

const british = variant("en", {
  date: ["dd/MM/y", "d MMM y", "d MMMM y", "EEEE, d MMMM y"],
  time: ["HH:mm", "HH:mm:ss"],
  halves: ["am", "pm"],
});

export const dateLocales: ReadonlyMap<string, DateLocale> = new Map([
  ...byLanguage,
  ["no", named.get("nb")!],
  ...["en-gb", "en-au", "en-nz", "en-ie", "en-in", "en-za"].map((name) => [name, british] as const),
  ["en-ca", variant("en", { date: ["y-MM-dd", "MMM d, y", "MMMM d, y", "EEEE, MMMM d, y"] })],
  ["fr-ca", variant("fr", { date: ["y-MM-dd", "d MMM y", "d MMMM y", "EEEE d MMMM y"] })],
  ["fr-ch", variant("fr", { date: ["dd.MM.yy", "d MMM y", "d MMMM y", "EEEE, d MMMM y"] })],
  ["it-ch", variant("it", { date: ["dd.MM.yy", "d MMM y", "d MMMM y", "EEEE, d MMMM y"] })],
  ["pt-pt", variant("pt", { date: ["dd/MM/yy", "dd/MM/y", "d 'de' MMMM 'de' y", "EEEE, d 'de' MMMM 'de' y"] })],
  ["nl-be", variant("nl", { date: ["d/MM/y", "d MMM y", "d MMMM y", "EEEE d MMMM y"] })],
]);

export type DateOrder = "dmy" | "mdy" | "ymd";

/** In which order the locale writes a date in digits. */
export function orderOf({ date: [short] }: DateLocale): DateOrder {
  return short.startsWith("y") ? "ymd" : short.startsWith("M") ? "mdy" : "dmy";
}
