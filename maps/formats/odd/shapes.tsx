<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.12.0" name="shapes" tilewidth="8" tileheight="8" tilecount="9" columns="9">
 <image source="shapes.png" width="72" height="8"/>
 <tile id="0">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="2" width="5" height="4"/>
  </objectgroup>
 </tile>
 <tile id="1">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="8" height="8">
    <ellipse/>
   </object>
  </objectgroup>
 </tile>
 <tile id="2">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="2" width="8" height="4">
    <capsule/>
   </object>
  </objectgroup>
 </tile>
 <tile id="3">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 8,0 8,-3.5"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="4">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0.5" y="4.5">
    <polyline points="0,0 7,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="5">
  <objectgroup draworder="index" id="2">
   <object id="1" x="4" y="4">
    <point/>
   </object>
  </objectgroup>
 </tile>
 <tile id="6">
  <objectgroup draworder="index" id="2">
   <object id="1" x="6" y="1" width="5" height="3" rotation="90"/>
  </objectgroup>
 </tile>
 <tile id="7">
  <objectgroup draworder="index" id="2">
   <object id="1" x="4.25" y="0.5" width="5" height="5" rotation="45"/>
  </objectgroup>
 </tile>
</tileset>
