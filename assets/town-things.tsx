<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="town-things" tilewidth="48" tileheight="48" tilecount="7" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0">
  <image source="town-tree.png" width="40" height="48"/>
 </tile>
 <tile id="1">
  <image source="town-pine.png" width="24" height="40"/>
 </tile>
 <tile id="2">
  <image source="town-statue.png" width="24" height="40"/>
 </tile>
 <tile id="3">
  <image source="town-well.png" width="32" height="32"/>
 </tile>
 <tile id="5">
  <image source="town-cart.png" width="48" height="32"/>
 </tile>
 <tile id="6" x="2" y="6" width="24" height="20">
  <image source="town-garden.png" width="64" height="32"/>
 </tile>
 <tile id="7" x="30" y="8" width="30" height="18">
  <image source="town-garden.png" width="64" height="32"/>
 </tile>
</tileset>
