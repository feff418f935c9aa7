import { writeMail } from './server/mail/letter.ts';
import { writeFileSync } from 'node:fs';
const head={ brandName: 'Stoop', supportPhone: '(215) 555-0107', supportEmail: 'help@stoop.example' };
const mail = writeMail(head, { to:'p@x.example', subject:'Your pickup is tomorrow, Wednesday, November 25', greeting:'Hi Pat,',
 paragraphs:["We're picking up 8 bags at 1127 S 9th St, Philadelphia, PA 19147 tomorrow, Wednesday, November 25.","We plan to come between 8 and 10 AM. Please have your bags out by 7 AM.","You can move it for free, or cancel it for a full refund, until 6:00 PM today."],
 button:{label:'See your pickup',url:'https://stoop.example/pickup-history/0192f1aa-7b3c-7d3e-9f6a-2f6d9f5a1c55?a=1&b=2'}, notes:["If you didn't move this pickup yourself, please let us know."], unsubscribeUrl:'https://stoop.example/unsubscribe?token=reminder.abc'});
writeFileSync('/tmp/mail-a.html', mail.html??''); console.log(mail.html?.length); console.log(mail.html);
const t=performance.now(); for(let i=0;i<200;i++) writeMail(head,{to:'a',subject:'x',greeting:'h',paragraphs:['y']}); console.log((performance.now()-t)/200,'ms');
